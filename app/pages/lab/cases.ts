/** A failure that can be caused on purpose. The names are fixed, because tests and other tools open `/lab/fail/<name>`. */
export interface LabCase {
  readonly name: string
  readonly breaks: string
  /** The visible result. */
  readonly shows: string
  /** `get`: opening the URL causes it; `navigate`: so does a link within the app; `post`: it needs a form. */
  readonly ways: readonly ('get' | 'navigate' | 'post')[]
}

export const SERVER_CASES: readonly LabCase[] = [
  { name: 'loader', breaks: 'A loader throws', shows: 'Error screen with a digest', ways: ['get', 'navigate'] },
  { name: 'action', breaks: 'An action throws', shows: 'Error screen with a digest', ways: ['post'] },
  { name: 'middleware', breaks: 'A middleware throws', shows: 'Error screen with a digest', ways: ['get', 'navigate'] },
  {
    name: 'render',
    breaks: 'A component throws during server rendering',
    shows: 'Error screen with a digest; client-side after a navigation',
    ways: ['get', 'navigate'],
  },
  {
    name: 'after-shell',
    breaks: 'A component throws on the server after the shell was sent',
    shows: 'The page, with that part rendered in the browser; it shows the trace ID',
    ways: ['get'],
  },
  {
    name: 'deferred-early',
    breaks: 'A deferred promise rejects before the shell is sent',
    shows: 'Error screen with a trace ID',
    ways: ['get', 'navigate'],
  },
  {
    name: 'deferred-late',
    breaks: 'A deferred promise rejects after the shell was sent',
    shows: 'Error screen with a trace ID',
    ways: ['get', 'navigate'],
  },
  {
    name: 'thrown-response',
    breaks: 'A loader throws a 500 response',
    shows: 'Error screen with a digest; the response body is hidden',
    ways: ['get', 'navigate'],
  },
  {
    name: 'fetcher',
    breaks: 'A fetcher’s loader throws',
    shows: 'Error screen with a digest',
    ways: ['get', 'navigate'],
  },
  {
    name: 'error-screen',
    breaks: 'The error screen itself fails',
    shows: 'The parent error screen, with the digest of the first failure',
    ways: ['get'],
  },
  {
    name: 'before-render',
    breaks: 'The server fails before rendering',
    shows: 'A static fallback page with a digest',
    ways: ['get'],
  },
  {
    name: 'store-away',
    breaks: 'The database is unavailable',
    shows: 'Outage page, status 503',
    ways: ['get', 'navigate'],
  },
]

export const BROWSER_CASES: readonly LabCase[] = [
  {
    name: 'client-render',
    breaks: 'A component throws in the browser',
    shows: 'Error screen pointing to the browser console',
    ways: ['get', 'navigate'],
  },
  {
    name: 'client-event',
    breaks: 'An event handler throws',
    shows: 'No error screen',
    ways: ['get', 'navigate'],
  },
  {
    name: 'client-rejection',
    breaks: 'Unhandled promise rejection',
    shows: 'No error screen',
    ways: ['get', 'navigate'],
  },
  {
    name: 'hydration',
    breaks: 'Hydration fails',
    shows: 'No error screen: React renders the page again',
    ways: ['get'],
  },
  {
    name: 'chunk',
    breaks: 'A script chunk is missing, as after a deploy',
    shows: 'Error screen pointing to the browser console',
    ways: ['get', 'navigate'],
  },
]
