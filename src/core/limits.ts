/** Largest text one document may hold, in UTF-16 units; larger sources are read as several documents. */
export const MAX_DOCUMENT_UNITS = 2 ** 28

/** From this many characters up a chunk of a structured format is always kept whole or made whole again. */
export const MIN_WHOLE_SIZE = 64
