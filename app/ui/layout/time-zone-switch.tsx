import { timeZone } from '../../format/time-zone.ts'
import { useHydrated } from '../document/use-hydrated.ts'

/**
 * Chooses the zone of shown and typed times: UTC, or the browser's, which only the browser knows. The server stores it. The fields stand in another form than their own, which loads the whole page again: all of its times change.
 */
export function TimeZoneSwitch() {
  const zone = timeZone()
  const local = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : ''
  return (
    <fieldset className="zone-switch" aria-label="Time zone">
      <button type="submit" form="time-zone" name="zone" value="UTC" aria-pressed={zone === 'UTC'}>
        UTC
      </button>
      <button
        type="submit"
        form="time-zone"
        name="zone"
        value={local}
        disabled={local === ''}
        aria-pressed={zone !== 'UTC'}
        title={zone === 'UTC' ? local : zone}
        className="needs-scripts"
      >
        Local
      </button>
    </fieldset>
  )
}

/** The same without scripts. */
export const TypedTimeZone = () => (
  <noscript>
    ·{' '}
    <label>
      Time zone{' '}
      <input type="text" form="time-zone" name="zone" defaultValue={timeZone()} maxLength={64} autoComplete="off" />
    </label>{' '}
    <button type="submit" form="time-zone">
      Set
    </button>
  </noscript>
)
