import type { HttpHeaders, HttpResponse } from '@heliograph/contracts'
import { chooseForm, isKnown } from './conditions.ts'
import type { StaticFile } from './static-files.ts'

/** Headers of every answer for browsers: nothing else may frame it, guess its type or learn where it was. */
export const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The Content-Security-Policy of what is no page: opened on its own, such a file may do nothing. */
export const POLICY_OF_FILES = "default-src 'none'; frame-ancestors 'none'"

/**
 * Answers with the form of a file that the client accepts, or 304 when it has that form. A file with a hash in its name
 * is kept for a year; any other is asked for again each time.
 */
export function fileResponse(
  { contentType, forms, isHashed }: StaticFile,
  asked: HttpHeaders,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  const form = chooseForm(forms, asked)
  const head: Record<string, string> = {
    ...headers,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: form.etag,
  }
  if (forms.length > 1) head.vary = 'accept-encoding'
  if (isKnown(form, asked)) return { status: 304, headers: head }
  head['content-type'] = contentType
  if (form.encoding !== undefined) head['content-encoding'] = form.encoding
  return { status: 200, headers: head, body: form.octets }
}
