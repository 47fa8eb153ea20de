import { SETTINGS } from './config.ts'

/** Read by others than config.ts: the Collector's configuration, supervisor/load-env-file.ts, and apps with `@errata/otel`. */
const READ_ELSEWHERE = [
  'ERRATA_FILTER_ERROR_MODE',
  'ERRATA_NOISE_SAMPLES',
  'ERRATA_QUEUE_BYTES',
  'ERRATA_QUEUE_DIR',
  'ERRATA_QUEUE_FILE_BYTES',
  'ERRATA_OTELCOL_OWN_PORT',
  'ERRATA_EVENT_NAME_ATTRIBUTE',
  'ERRATA_ENV_FILE',
  'ERRATA_SOURCE_MAPS_DIR',
  'ERRATA_TRUSTED_PROXIES',
  'ERRATA_TRUST_TRACEPARENT',
]
const OF_TESTS = /^ERRATA_(TEST|BENCH|NIGHTLY)(_|$)/
/** @see https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/
const ADDRESS = /^(tcp|udp|sctp):\/\//

/**
 * Names each variable that looks like a setting and is none, and the setting with the nearest name: typed wrong, it would be ignored.
 *
 * @returns A sentence for each, without its value, which may be secret.
 */
export function nameUnknownSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
): { name: string; told: string }[] {
  const known = [...SETTINGS.filter(name => name.startsWith('ERRATA_')), ...READ_ELSEWHERE]
  return Object.entries(env)
    .filter(([name, value = '']) => {
      const isOurs = name.startsWith('ERRATA_') && !known.includes(name) && !OF_TESTS.test(name)
      return isOurs && !OF_KUBERNETES.test(name) && !ADDRESS.test(value)
    })
    .map(([name]) => {
      const [nearest = ''] = known.toSorted((one, other) => distance(name, one) - distance(name, other))
      return { name, told: `${name} is no setting and has no effect: did you mean ${nearest}? .env.example lists all.` }
    })
}

/** The number of letters to change, of the names as they are or with their words in order: words are often swapped. */
function distance(one: string, other: string): number {
  const inOrder = (name: string) => name.split('_').toSorted().join('_')
  return Math.min(editDistance(one, other), 1 + editDistance(inOrder(one), inOrder(other)))
}

/** @see https://en.wikipedia.org/wiki/Levenshtein_distance */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, opposite] of [...other].entries()) {
      const [left = 0, above = 0, before = 0] = [next[j], row[j + 1], row[j]]
      next.push(Math.min(left + 1, above + 1, before + (letter === opposite ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
