import { type Signals, severityInfo } from './signals.ts'

export interface Session {
  /** 32 hex digits, random. */
  id(): string
  /** Records activity of the visitor; after half an hour without, a new session starts. */
  touch(): void
}

const key = 'errata.session'
const idleLimitMs = 30 * 60_000
/** How often the time of the last activity is stored, because writing costs more than a click. */
const storeEveryMs = 5_000

/**
 * The random id of this browser session, one for each tab, kept across page loads. Without storage, or without the visitor's consent to it,
 * one for each page. Emits `session.start`, and `session.end` once the next one starts.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/general/session/
 */
export function openSession(
  signals: Signals,
  { newSessionId, mayStore }: { newSessionId: () => string; mayStore: () => boolean | undefined },
): Session {
  let [id = '', lastText = '0'] = ((mayStore() && inStorage(storage => storage.getItem(key))) || '').split(' ')
  let activeAtMs = Number(lastText)
  let storedAtMs = 0

  const store = () =>
    inStorage(storage => {
      // Stored as soon as consent is given.
      if (!mayStore()) return storage.removeItem(key)
      storedAtMs = activeAtMs
      storage.setItem(key, `${id} ${activeAtMs}`)
    })

  const touch = () => {
    const idle = Date.now() - activeAtMs > idleLimitMs
    const previous = idle ? id : ''
    if (previous) log(signals, 'session.end', { 'session.id': previous }, activeAtMs)
    activeAtMs = Date.now()
    if (idle) {
      id = newSessionId()
      log(signals, 'session.start', { 'session.id': id, 'session.previous_id': previous || undefined })
    }
    if (idle || activeAtMs - storedAtMs > storeEveryMs) store()
  }

  touch()
  signals.onHide.push(store)
  return { id: () => id, touch }
}

function log(signals: Signals, eventName: string, attributes: Record<string, string | undefined>, atMs?: number): void {
  signals.log({ eventName, severity: severityInfo, attributes, atMs })
}

/** If storage is forbidden or full, the session lasts as long as the page. */
function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
