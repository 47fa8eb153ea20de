import type { ServerResponse } from 'node:http'

/** Browser features that no page may use, because the app needs none of them. */
const disabledFeatures = [
  ...[
    'camera',
    'display-capture',
    'geolocation',
    'hid',
    'idle-detection',
    'local-fonts',
    'microphone',
    'midi',
    'payment',
  ],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]

/** For responses that are not pages: they load nothing. Pages have their own policy, see app/http/document-policy.ts. */
const nonPagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = new Map([
  ['content-security-policy', nonPagePolicy],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', disabledFeatures.map(feature => `${feature}=()`).join(', ')],
  ['referrer-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
])

/** Sets the headers of every response. */
export function setSecurityHeaders(res: ServerResponse): void {
  res.setHeaders(headers)
}
