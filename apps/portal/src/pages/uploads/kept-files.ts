const DATABASE = 'heliograph'
const STORE = 'files'

/** Keeps a file in this browser until its upload is whole, so that it goes on after the page was closed. What a browser does not permit is done without. */
export async function keepFile(uploadId: number, file: File): Promise<void> {
  await change((store) => store.put(file, uploadId)).catch(() => undefined)
}

export async function findFile(uploadId: number): Promise<File | undefined> {
  return change((store) => store.get(uploadId) as IDBRequest<File | undefined>).catch(() => undefined)
}

export async function dropFile(uploadId: number): Promise<void> {
  await change((store) => store.delete(uploadId)).catch(() => undefined)
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
