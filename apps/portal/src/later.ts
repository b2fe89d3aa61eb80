/** Has the browser keep what the page names as needed later, so that it is there at once when it is wanted. */
export function fetchLater(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) {
    // Read to its end, or it would not be kept. What does not come now comes when it is wanted.
    fetch(href, { priority: 'low' })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined)
  }
}
