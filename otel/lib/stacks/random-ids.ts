/** Matches what names in camel case or capitals rarely have: a hump of one letter between capitals, `aBCd`, or one next to a separator. */
const unusual = '(?:[A-Z_-][a-z][A-Z_-]|[a-z_-][A-Z]{2,4}[a-z]|[a-z][A-Z][_-]|[_-][A-Za-z]{1,2}[A-Z])'
const webToken = 'eyJ[\\w-]{8,}[.][\\w.-]+'

/**
 * Finds JSON web tokens, and random ids over an alphabet of 64 characters, such as those of nanoid, without a prefix such as `usr_`. One such
 * id in forty has no digit; most of these are found too. Eight in 20,000 names in the code of React, Node and browsers look like one.
 *
 * Only RE2 runs it in linear time: store/schema/grouping-rule.sql is generated from it (`npm run grouping`).
 */
export const randomIdPattern = `(?:${webToken}|[a-z]*(?:[A-Z-][\\w-]*)?(?:${unusual}[\\w-]*|[0-9][\\w-]*){2}(?:[a-z][A-Z0-9]|[0-9][A-Z])[\\w-]*)`

/** Replaces random ids that have no digit, and JSON web tokens. */
export const replaceRandomIds = (text: string, by: string): string =>
  text.replace(webTokens, by).replace(/[A-Za-z_-]{6,}/g, word => (twice.test(word) ? by : word))

const webTokens = new RegExp(webToken, 'g')
const twice = new RegExp(`${unusual}.*?${unusual}`)
