import type { Exception } from '../../../store/exceptions/exception.ts'

/** An exception as the store returns it. */
export function testException(given: Partial<Exception> = {}): Exception {
  return {
    id: '00000000000000ff',
    atNs: 1_700_000_000_000_000_000n,
    shape: 'log',
    issue: 'a1b2c3d4e5f60718',
    type: 'TypeError',
    message: 'no price',
    service: 'shop',
    isBrowser: false,
    route: '/cart/:id',
    release: '1.2.3',
    environment: 'test',
    digest: 'k7m2p9qx4r',
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    sessionId: '',
    userId: '',
    stacktrace: 'TypeError: no price\n    at pay (/srv/shop/pay.js:3:4)',
    causes: [],
    causesAreCut: false,
    attributes: {},
    resource: {},
    grouping: { isGiven: false, functions: ['pay shop/pay.js'], causeFunctions: [], causeTypes: [], message: '' },
    ...given,
  }
}
