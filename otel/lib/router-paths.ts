/** Suffixes of the paths with which React Router requests data and undiscovered routes. Checked by react-router/contract.test.ts. */
export const dataSuffix = '.data'
export const manifestSuffix = '/__manifest'

/**
 * The page whose data a path requests: `/shop.data` → `/shop`, `/_.data` → `/`, `/shop/_.data` → `/shop/`. Before version 8 the data of the
 * first page is at `/_root.data`.
 *
 * @param basename Of the router, without a final slash; '' for the whole server.
 */
export function pagePathOf(pathname: string, basename: string): string {
  if (!pathname.endsWith(dataSuffix)) return pathname
  const path = pathname.slice(0, -dataSuffix.length)
  return path === `${basename}/_root` ? `${basename}/` : path.replace(/\/_$/, '/')
}
