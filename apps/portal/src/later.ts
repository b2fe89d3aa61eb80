/** Puts the files that the page marks as needed later into the browser's cache, so that they are ready when needed. */
export function fetchLater(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) {
    // Unless it is read to the end, it is not cached. A file that fails to load now is loaded when it is needed.
    fetch(href, { priority: 'low' })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  }
}
