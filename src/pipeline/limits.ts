/** Most chunks one search may ask for. */
export const MAX_TOP_K = 1000
