import { GatewayError, type RichContent } from '@heliograph/contracts'

/** As JSON; what a content says is one message. */
const MOST_CHARACTERS = 32_000
const MOST_BUTTONS = 10
const MOST_PARAMETERS = 50

/** Throws `invalid`/`bad-content` for rich content that cannot be kept; `index` is that of its message. */
export function checkContent(content: RichContent, index: number): void {
  const fault = faultOf(content)
  if (fault === undefined) return
  throw new GatewayError('invalid', 'bad-content', `The content ${fault}`, {
    details: { [`messages[${index}].content`]: fault },
  })
}

function faultOf(content: RichContent): string | undefined {
  if (JSON.stringify(content).length > MOST_CHARACTERS) return `must have at most ${MOST_CHARACTERS} characters as JSON`
  switch (content.kind) {
    case 'media':
      if (!isMediaType(content.mediaType)) return 'needs a media type such as image/jpeg'
      return 'url' in content.source && !isAddress(content.source.url) ? ADDRESS : undefined
    case 'template':
      if (content.name === '' || content.language === '') return 'needs the name of a template and its language'
      return content.parameters.length > MOST_PARAMETERS ? `must have at most ${MOST_PARAMETERS} parameters` : undefined
    case 'buttons': {
      const { body, buttons } = content
      if (body.trim() === '') return 'needs a body'
      if (buttons.length < 1 || buttons.length > MOST_BUTTONS) return `must have 1 to ${MOST_BUTTONS} buttons`
      if (buttons.some(({ title }) => title.trim() === '')) return 'has a button without a title'
      return buttons.every((button) => button.kind === 'reply' || isAddress(button.url)) ? undefined : ADDRESS
    }
    default:
      return 'is of an unknown kind'
  }
}

const ADDRESS = 'has an address that is not one of http or https'

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** RFC 6838 section 4.2, without parameters. */
export function isMediaType(text: string): boolean {
  return /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i.test(text)
}
