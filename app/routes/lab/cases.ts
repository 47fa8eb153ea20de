/** One way to break the desk. The names are fixed: tests and other people's checks open `/lab/fail/<name>`. */
export interface LabCase {
  readonly name: string
  readonly breaks: string
  /** What the visitor sees then. */
  readonly shows: string
  /** `get`: opening the address causes it; `navigate`: so does a link within the desk; `post`: it takes a form. */
  readonly ways: readonly ('get' | 'navigate' | 'post')[]
}

export const SERVER_CASES: readonly LabCase[] = [
  { name: 'loader', breaks: 'A loader throws', shows: 'Error screen with a digest', ways: ['get', 'navigate'] },
  { name: 'action', breaks: 'An action throws', shows: 'Error screen with a digest', ways: ['post'] },
  { name: 'middleware', breaks: 'A middleware throws', shows: 'Error screen with a digest', ways: ['get', 'navigate'] },
  {
    name: 'render',
    breaks: 'A component throws while the page is rendered',
    shows: 'Error screen with a digest; after a navigation it is a client-side one',
    ways: ['get', 'navigate'],
  },
  {
    name: 'after-shell',
    breaks: 'A component throws on the server when the page is already on its way',
    shows: 'The page: the browser draws that part instead. It names the trace id',
    ways: ['get'],
  },
  {
    name: 'deferred-early',
    breaks: 'A deferred promise is rejected before the page is on its way',
    shows: 'Error screen with a trace id',
    ways: ['get', 'navigate'],
  },
  {
    name: 'deferred-late',
    breaks: 'A deferred promise is rejected when the page is already on its way',
    shows: 'Error screen with a trace id',
    ways: ['get', 'navigate'],
  },
  {
    name: 'thrown-response',
    breaks: 'A loader throws a response of status 500',
    shows: 'Error screen with a digest, and nothing of the response',
    ways: ['get', 'navigate'],
  },
  {
    name: 'fetcher',
    breaks: 'The loader of a fetcher throws',
    shows: 'Error screen with a digest',
    ways: ['get', 'navigate'],
  },
  {
    name: 'error-screen',
    breaks: 'The error screen itself fails',
    shows: 'The error screen above it, with the digest of what failed first',
    ways: ['get'],
  },
  {
    name: 'before-render',
    breaks: 'The server fails before anything is rendered',
    shows: 'A static page of last resort with a digest',
    ways: ['get'],
  },
  {
    name: 'store-away',
    breaks: 'The store does not answer',
    shows: 'A page that says so, with status 503',
    ways: ['get', 'navigate'],
  },
]

export const BROWSER_CASES: readonly LabCase[] = [
  {
    name: 'client-render',
    breaks: 'A component throws in the browser',
    shows: 'Error screen that names the console',
    ways: ['get', 'navigate'],
  },
  {
    name: 'client-event',
    breaks: 'An event handler throws',
    shows: 'No screen: the page goes on',
    ways: ['get', 'navigate'],
  },
  {
    name: 'client-rejection',
    breaks: 'A promise is rejected and nobody listens',
    shows: 'No screen: the page goes on',
    ways: ['get', 'navigate'],
  },
  {
    name: 'hydration',
    breaks: "Taking over the server's HTML fails",
    shows: 'No screen: React renders the page again',
    ways: ['get'],
  },
  {
    name: 'chunk',
    breaks: 'A script of the app is gone, as after a release',
    shows: 'Error screen that names the console',
    ways: ['get', 'navigate'],
  },
]
