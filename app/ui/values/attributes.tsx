import { Fragment } from 'react'

/** Longer values get the full width. */
const WIDE_VALUE_CHARS = 400

/** These keys come first: they tell what was done, and where. */
const FIRST = /^(?:error|http|url|db|rpc|messaging)\./

/** Names and values as sent, by name, the most telling ones first. Values with several lines, such as SQL and stacks, and long ones get the full width. */
export function Attributes({
  attributes,
  label,
}: {
  readonly attributes: Readonly<Record<string, string>>
  readonly label: string
}) {
  const entries = Object.entries(attributes).sort(
    ([a], [b]) => Number(FIRST.test(b)) - Number(FIRST.test(a)) || (a < b ? -1 : 1),
  )
  if (entries.length === 0) return <p className="muted small">None.</p>
  return (
    <table className="attributes" aria-label={label}>
      <tbody>
        {entries.map(([name, value]) =>
          value.includes('\n') || value.length > WIDE_VALUE_CHARS ? (
            <tr key={name}>
              <td colSpan={2}>
                <details open>
                  <summary>{name}</summary>
                  <pre className={value.includes('\n') ? undefined : 'break'}>{value}</pre>
                </details>
              </td>
            </tr>
          ) : (
            <tr key={name}>
              <th scope="row">{breakable(name)}</th>
              <td>{value === '' ? <span className="muted">(empty)</span> : breakable(value)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

/** Names of attributes, classes and files are long and have no spaces: they may wrap after a dot or an underscore. */
function breakable(name: string) {
  let length = 0
  return name.split(/(?<=[._]\b)/).map(part => {
    length += part.length
    return (
      <Fragment key={length}>
        {part}
        <wbr />
      </Fragment>
    )
  })
}
