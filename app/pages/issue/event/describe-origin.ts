/** Says that an exception is not the app's; `undefined` if it may be. */
export function describeOrigin(attributes: Readonly<Record<string, string>>): string | undefined {
  const isOfExtension = attributes['errata.exception.origin'] === 'browser_extension'
  return isOfExtension ? "From an extension of the visitor's browser, not from the app" : undefined
}
