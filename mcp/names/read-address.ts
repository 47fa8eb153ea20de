import { readHandle } from './handles.ts'

/** The thing that a pasted address or id leads to. */
export interface Address {
  /** '' where only an id was given. */
  readonly kind: '' | 'issue' | 'exception' | 'trace' | 'session' | 'release' | 'digest'
  readonly id: string
  /** The exception that the page of an issue shows. */
  readonly exception?: string
  /** The span that the page of a trace shows. */
  readonly span?: string
  readonly service?: string
}

const KINDS = new Map<string, Address['kind']>([
  ['issues', 'issue'],
  ['exceptions', 'exception'],
  ['traces', 'trace'],
  ['sessions', 'session'],
  ['releases', 'release'],
  ['digest', 'digest'],
])

/** An exception's id: its time, and 16 hex digits. */
export const EXCEPTION_ID = /^\d{1,19}-[0-9a-f]{16}$/

/** Reads the address of a page of any desk, whole or only its path, or else a text as an id. */
export function readAddress(typed: string): Address {
  const text = typed.trim()
  const url = /^(?:https?:\/)?\//.test(text) ? URL.parse(text, 'http://desk') : null
  const [, folder = '', segment = ''] = url?.pathname.split('/') ?? []
  const kind = KINDS.get(folder)
  if (url === null || kind === undefined || segment === '') return { kind: '', id: readHandle(text) }
  const at = url.searchParams.get('at') ?? ''
  const span = url.searchParams.get('span') ?? ''
  const service = url.searchParams.get('service') ?? ''
  return {
    ...{ kind, id: decodeSegment(segment) },
    ...(kind === 'issue' && EXCEPTION_ID.test(at) && { exception: at }),
    ...(kind === 'trace' && /^[0-9a-f]{16}/.test(span) && { span: span.slice(0, 16) }),
    ...(kind === 'release' && service !== '' && { service }),
  }
}

/** Reads what app/url/path-segment.ts writes. */
function decodeSegment(segment: string): string {
  try {
    const id = decodeURIComponent(segment)
    return id.replace(/~(7e|25|2f|5c|2e|5f|61)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  } catch {
    return segment // a stray % is part of what was typed
  }
}
