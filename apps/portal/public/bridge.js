// How a page of a plugin talks to the portal around it. The page is a frame without an origin, so that all it has of
// the portal is one port, which the portal hands to it. What the portal is can be read in `Portal` of
// @heliograph/contracts.

/** Resolves with the portal (`Portal`) once it has answered; never, where the page is not in the portal. */
export function openPortal() {
  return new Promise((resolve) => {
    addEventListener('message', function take({ source, data, ports }) {
      if (source !== parent || data?.kind !== 'portal' || ports.length !== 1) return
      removeEventListener('message', take)
      resolve(createPortal(ports[0], data.state))
    })
    // Says nothing but that the page listens now, so everyone may hear it.
    parent.postMessage({ kind: 'page' }, '*')
  })
}

function createPortal(port, first) {
  const listeners = new Set()
  const calls = new Map()
  let state = first
  let lastId = 0

  port.onmessage = ({ data }) => {
    if (data.kind === 'state') take(data.state)
    else settle(data)
  }

  function take(changed) {
    state = changed
    show(state)
    for (const listener of listeners) listener(state)
  }

  function settle({ kind, id, value, problem }) {
    const call = calls.get(id)
    calls.delete(id)
    if (kind === 'answer') call?.resolve(value)
    else call?.reject(Object.assign(new Error(problem.message), problem))
  }

  const tellHeight = (pixels) => port.postMessage({ kind: 'height', pixels })
  const page = document.documentElement
  const fit = new ResizeObserver(() => tellHeight(Math.ceil(page.getBoundingClientRect().height)))
  fit.observe(page)
  show(state)

  return {
    get state() {
      return state
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    call(endpoint, input = {}) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        calls.set(id, { resolve, reject })
        port.postMessage({ kind: 'call', id, endpoint, input })
      })
    },
    setHeight(pixels) {
      fit.disconnect()
      tellHeight(pixels)
    },
    notify: (text, tone = 'done') => port.postMessage({ kind: 'notify', text, tone }),
    navigate: (path) => port.postMessage({ kind: 'navigate', path }),
  }
}

/** Makes the page look and read like the portal, as far as it uses these. */
function show({ colorScheme, colors, font, language, direction }) {
  const { style } = document.documentElement
  Object.assign(document.documentElement, { lang: language, dir: direction })
  style.colorScheme = colorScheme
  style.setProperty('--portal-font', font)
  for (const [name, color] of Object.entries(colors)) style.setProperty(`--portal-${kebab(name)}`, color)
}

function kebab(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
