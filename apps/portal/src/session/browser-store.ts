const DATABASE = 'heliograph'
const STORE = 'files'

/** Keeps something in this browser, even after a reload; files as well. False: the browser does not permit it. */
export async function keep(key: IDBValidKey, value: unknown): Promise<boolean> {
  return change((store) => store.put(value, key)).then(
    () => true,
    () => false,
  )
}

/** What was kept; undefined: nothing. */
export async function findKept<T>(key: IDBValidKey): Promise<T | undefined> {
  return change((store) => store.get(key) as IDBRequest<T | undefined>).catch(() => undefined)
}

export async function drop(key: IDBValidKey): Promise<void> {
  await change((store) => store.delete(key)).catch(() => undefined)
}

async function change<T>(run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await settled(run(database.transaction(STORE, 'readwrite').objectStore(STORE)))
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing'))
  })
}
