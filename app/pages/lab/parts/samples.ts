import type { Exception } from '../../../../store/exceptions/exception.ts'
import type { ExceptionSummary } from '../../../../store/exceptions/list-exceptions.ts'
import type { TraceSummary } from '../../../../store/traces/list-traces.ts'
import type { TraceId } from '../../../../store/units.ts'
import type { Facet } from '../../../ui/filters/facets.tsx'
import type { InvalidFilter } from '../../../url/codec.ts'

/** A fixed time for the screenshots. */
export const SAMPLE_NOW_MS = Date.UTC(2026, 10, 21, 14, 0, 0)
const agoNs = (seconds: number) => BigInt(SAMPLE_NOW_MS - seconds * 1_000) * 1_000_000n

const LONG_TEXT = 'a very long word that goes on '.repeat(340)
const RIGHT_TO_LEFT = 'تعذّر قراءة السعر من السلة'

export const SAMPLE_INVALID_FILTER: InvalidFilter = {
  param: 'min',
  input: 'fast',
  message: 'min=fast is not a duration such as 250ms, 1.5s or 2min.',
}

export const SAMPLE_FACETS: readonly Facet[] = [
  {
    title: 'Service',
    param: 'service',
    chosen: 'shop',
    values: [
      { value: 'shop', count: 1_000_000_000 },
      { value: LONG_TEXT, count: 1 },
      { value: RIGHT_TO_LEFT, count: 0 },
      { value: '', count: 12 },
    ],
  },
  { title: 'Release', param: 'release', chosen: '9.9.9', values: [] },
]

const trace: TraceSummary = {
  // An unknown trace, whose page says so.
  traceId: '00000000000000000000000000000001' as TraceId,
  startNs: agoNs(12),
  durationNs: 24_600_000n,
  rootDurationNs: 24_600_000n,
  service: 'shop',
  name: 'GET /cart/:id',
  operation: '/cart/:id',
  httpStatus: 200,
  environment: 'production',
  release: '1.4.0',
  services: ['shop', 'shop-browser'],
  sessionId: '',
  failed: false,
  spanCount: 8,
  failedSpanCount: 0,
  failedServices: [],
}

const idOf = (n: number) => n.toString(16).padStart(32, '0') as TraceId

export const SAMPLE_TRACES: readonly TraceSummary[] = [
  trace,
  {
    ...trace,
    traceId: idOf(2),
    failed: true,
    httpStatus: 500,
    durationNs: 3_200_000_000n,
    rootDurationNs: 3_100_000_000n,
  },
  {
    ...trace,
    traceId: idOf(3),
    failed: true,
    failedSpanCount: 2,
    failedServices: ['shop'],
    spanCount: 1_000_000,
    durationNs: 640_000n,
    rootDurationNs: 640_000n,
  },
  {
    ...trace,
    traceId: idOf(4),
    failed: true,
    name: '',
    services: [''],
    spanCount: 0,
    durationNs: 0n,
    rootDurationNs: 0n,
  },
  {
    ...trace,
    traceId: idOf(5),
    name: LONG_TEXT,
    services: ['a-service-with-a-long-name', 'another-one', 'and-a-third'],
  },
  { ...trace, traceId: idOf(6), name: RIGHT_TO_LEFT, durationNs: 86_400_000_000_000n, startNs: agoNs(1_300_000) },
]

const exception: ExceptionSummary = {
  id: '0000000000000001',
  atNs: agoNs(12),
  shape: 'log',
  issue: '0123456789abcdef',
  type: 'TypeError',
  message: "Cannot read properties of undefined (reading 'price')",
  service: 'shop',
  route: '/cart/:id',
  release: '2.4.1',
  digest: 'k7m2x9qd4r',
  traceId: '',
  spanId: '',
  sessionId: '',
}

export const SAMPLE_EXCEPTIONS: readonly ExceptionSummary[] = [
  exception,
  { ...exception, id: '0000000000000002', message: '', type: 'java.util.NoSuchElementException', release: '' },
  { ...exception, id: '0000000000000003', message: '', type: '', route: '' },
  { ...exception, id: '0000000000000004', message: LONG_TEXT, type: 'AnExceptionWithAVeryLongNameThatNobodyAskedFor' },
  { ...exception, id: '0000000000000005', message: RIGHT_TO_LEFT },
  { ...exception, id: '0000000000000006', message: '“→ ✓ €” the basket\nhas two lines <script>alert(1)</script>' },
]

export const SAMPLE_ATTRIBUTES: Readonly<Record<string, string>> = {
  'http.request.method': 'GET',
  'user_agent.original': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150',
  'a.name.that.is.as.long.as.names.of.attributes.can.be.and_then_some': '',
  'db.query.text': 'SELECT id, name\nFROM products\nWHERE category = $1',
}

/** With a stack trace of in-app and library frames. */
export const SAMPLE_EXCEPTION: Exception = {
  ...exception,
  isBrowser: false,
  userId: '',
  environment: 'production',
  stacktrace: `TypeError: Cannot read properties of undefined (reading 'price')
    at priceOf (file:///srv/shop/app/cart/price.ts:41:17)
    at loader (file:///srv/shop/app/routes/cart.tsx:12:9)
    at callRouteHandler (file:///srv/shop/node_modules/react-router/dist/index.js:3300:16)`,
  causes: [],
  causesAreCut: false,
  attributes: {},
  resource: {},
  grouping: {
    isGiven: false,
    functions: ['priceOf cart/price.ts', 'loader routes/cart.tsx'],
    causeFunctions: [],
    causeTypes: [],
    message: '',
  },
}

export const SAMPLE_RULES = {
  answer: ['Error rate', 'Requests stopped', 'A rule with a name of as many characters as a name may have'].map(
    (name, at) => ({
      ...{ id: `rule-${at}`, name, isFiring: at === 0 },
    }),
  ),
}
