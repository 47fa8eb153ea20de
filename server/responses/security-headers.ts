import type { ServerResponse } from 'node:http'

/** What no page may use, whoever wrote what it shows: the desk needs none of it. */
const features = [
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

/** For whatever is no page: it loads nothing. A page of the app brings a policy of its own, see app/server/document-policy.ts. */
const noPage = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = new Map([
  ['content-security-policy', noPage],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', features.map(feature => `${feature}=()`).join(', ')],
  ['referrer-policy', 'same-origin'],
  ['x-content-type-options', 'nosniff'],
])

/** Every answer carries them, whoever gives it. */
export function setSecurityHeaders(res: ServerResponse): void {
  res.setHeaders(headers)
}
