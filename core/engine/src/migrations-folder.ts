/** The folder of the migrations, beside the folder of this file in sources and in a published package alike. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url)
