/** Headers of an answer with a secret. It is not compressed: its length must not tell of the secret. */
export const SECRET_HEADERS = { 'cache-control': 'no-store, no-transform' }
