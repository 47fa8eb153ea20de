/**
 * Every statement occupies one thread of libuv's pool for as long as it runs, beside file writes and decompression.
 * The pool reads this once, at its first use, so this module is the first import of main.ts
 * (held by "runs five statements side by side" in load.test.ts).
 */
export const THREADS = 48

// biome-ignore lint/style/noProcessEnv: written for libuv, which takes it from nowhere else; nothing is read here
process.env['UV_THREADPOOL_SIZE'] = String(THREADS)
