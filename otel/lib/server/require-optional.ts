import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** An optional peer of this package; undefined where the app has not installed it. */
export function requireOptional<T>(name: string): T | undefined {
  try {
    return require(name)
  } catch (error) {
    // Not one that it needs itself, which is a broken installation.
    const isMissing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
    if (isMissing && error.message.includes(`'${name}'`)) return undefined
    throw error
  }
}
