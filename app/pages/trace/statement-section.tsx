import { Fragment } from 'react'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import type { Statement } from './format-statement.server.ts'

/** The database statement of a span, laid out, with its parameters apart. */
export function StatementSection({ statement: { text, formatted, parameters } }: { readonly statement: Statement }) {
  return (
    <section>
      <div className="button-row">
        <h3>Statement</h3>
        <CopyButton value={text} what="statement as it was sent" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre className="statement" tabIndex={0}>
        {formatted}
      </pre>
      {parameters.length > 0 && (
        <dl className="facts small mono" aria-label="Parameters">
          {parameters.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className="break">{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  )
}
