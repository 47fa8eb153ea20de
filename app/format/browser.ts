/** The most specific names first: almost all browsers also claim to be Safari or Chrome. */
const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)|\bCriOS\/(\d+)/],
  ['Safari', /\bVersion\/(\d+(?:\.\d+)?)[^ ]* (?:Mobile\/\S+ )?Safari\//],
]

const OPERATING_SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** The browser of a `User-Agent`: `Firefox 141 on Windows`; an unknown one is returned as it is. */
export function formatBrowser(userAgent: string): string {
  const system = OPERATING_SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0]
  for (const [name, sign] of BROWSERS) {
    const found = sign.exec(userAgent)
    const version = found?.[1] ?? found?.[2]
    if (version !== undefined) return system === undefined ? `${name} ${version}` : `${name} ${version} on ${system}`
  }
  return userAgent
}
