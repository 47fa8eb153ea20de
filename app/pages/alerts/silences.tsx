import { Form, useSearchParams } from 'react-router'
import { MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { formatDuration } from '../../format/duration.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useReader } from '../../ui/layout/use-reader.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ALERTS_PATH, type SilenceField } from '../../url/alert-address.ts'
import { scopedPath } from '../../url/scope.ts'
import type { loadAlerts } from './load-alerts.server.ts'

type AlertsData = Awaited<ReturnType<typeof loadAlerts>>

interface SilencesProps extends Pick<AlertsData, 'silences' | 'newSilence' | 'nowMs'> {
  /** What was refused, as it was sent. */
  readonly refused: { readonly refused: string; readonly fields: readonly (readonly [string, string])[] } | undefined
}

/** What is not sent for a while: a list, and a form to make one. */
export function Silences({ silences, newSilence, nowMs, refused }: SilencesProps) {
  const mayAct = useReader()?.role !== 'viewer'
  const [params] = useSearchParams()
  const action = scopedPath(ALERTS_PATH, params)
  return (
    <section className="section" aria-labelledby="silences" id="silence">
      <h2 id="silences">Silences</h2>
      {silences.length === 0 ? (
        <p className="muted">None: everything that rules find is sent.</p>
      ) : (
        <div className="panel">
          <DataTable
            labelledBy="silences"
            className="wraps"
            rows={silences}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Not sent', namesRow: true, cell: ({ matches }) => matches },
              { name: 'Why', cell: ({ why }) => why || <span className="muted">–</span>, shown: 'wide' },
              {
                name: 'Ends',
                width: 'col-when',
                cell: ({ untilMs }) =>
                  `in ${formatDuration(nsOfMs(Math.ceil((untilMs - nowMs) / MINUTE_MS) * MINUTE_MS))}`,
              },
              mayAct && {
                name: 'Actions',
                width: 'col-small',
                cell: ({ id, matches }) => (
                  <Form method="post" action={action} preventScrollReset>
                    <input type="hidden" name="silence" value={id} />
                    <button type="submit" name="do" value="end" aria-label={`End the silence of ${matches}`}>
                      End
                    </button>
                  </Form>
                ),
              },
            ]}
          />
        </div>
      )}
      {mayAct && <NewSilence newSilence={newSilence} refused={refused} action={action} />}
    </section>
  )
}

const TEXT_FIELDS: readonly (readonly [SilenceField, string])[] = [
  ['issue', 'Issue'],
  ['service', 'Service'],
  ['environment', 'Environment'],
  ['release', 'Release'],
  ['operation', 'Operation'],
]

function NewSilence({
  newSilence: { isOpen, fields, rules, lengths },
  refused,
  action,
}: Pick<SilencesProps, 'newSilence' | 'refused'> & { readonly action: string }) {
  const sent = new Map(refused?.fields)
  const filledIn = (name: SilenceField) => sent.get(name) ?? fields[name] ?? ''
  return (
    <details open={isOpen || refused !== undefined}>
      <summary>New silence</summary>
      <Form method="post" action={action} className="panel padded stacked-form" key={JSON.stringify([fields, refused])}>
        {refused && (
          <p role="alert" className="fault">
            {refused.refused}
          </p>
        )}
        <div className="field-row">
          <label>
            <span>Rule</span>
            <select name="rule" defaultValue={filledIn('rule')}>
              <option value="">any</option>
              {rules.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {TEXT_FIELDS.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              name={name}
              defaultValue={filledIn(name)}
              maxLength={300}
              placeholder="any"
            />
          ))}
          <label>
            <span>For</span>
            <select name="length" defaultValue={sent.get('length') ?? '1h'}>
              {lengths.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <TextField label="Why" name="why" defaultValue={sent.get('why') ?? ''} maxLength={300} />
        </div>
        <p className="muted small">
          What meets all fields is not sent; the history still shows it. What still fires when the silence ends is told
          then.
        </p>
        <div className="button-row">
          <button type="submit" name="do" value="silence" className="primary">
            Silence
          </button>
        </div>
      </Form>
    </details>
  )
}
