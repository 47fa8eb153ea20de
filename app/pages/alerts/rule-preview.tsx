import { DataTable } from '../../ui/table/data-table.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import type { ShownPreview } from './change-rule.server.ts'

interface RulePreviewProps {
  readonly preview: ShownPreview
  readonly nowMs: number
}

/** What a rule would have told, before it is saved. */
export function RulePreview({ preview: { title, note, episodes }, nowMs }: RulePreviewProps) {
  const hasValues = episodes.some(({ value }) => value !== '')
  const hasLengths = episodes.some(({ length }) => length !== '')
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div role="status" className="notice">
        <p>
          <strong>{title}</strong> {note}
        </p>
      </div>
      {episodes.length > 0 && (
        <div className="panel">
          <DataTable
            labelledBy="preview"
            className="wraps"
            rows={episodes}
            keyOf={({ key }) => key}
            columns={[
              { name: 'About', namesRow: true, cell: ({ label }) => label },
              { name: 'Why', cell: ({ why }) => why, title: ({ why }) => why },
              hasValues && {
                name: 'Value',
                isNumber: true,
                width: 'col-small',
                shown: 'wide',
                cell: ({ value }) => value,
              },
              hasLengths && { name: 'For', width: 'col-small', cell: ({ length }) => length },
              { name: 'When', width: 'col-wide', cell: ({ atNs }) => <Timestamp atNs={atNs} nowMs={nowMs} /> },
            ]}
          />
        </div>
      )}
    </section>
  )
}
