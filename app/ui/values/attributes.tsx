import { Fragment, type ReactNode } from 'react'
import { groupAttributes } from './group-attributes.ts'

/** Longer values get the full width. */
const WIDE_VALUE_CHARS = 400

/** So few need no headings. */
const MAX_UNGROUPED = 6

interface AttributesProps {
  readonly attributes: Readonly<Record<string, string>>
  readonly label: string
  /** Draws what can be done with a value, beside it. */
  readonly toolsOf?: ((name: string, value: string) => ReactNode) | undefined
}

/**
 * Names and values as sent, grouped by what they are about, the most telling ones first. Values with several lines, such as SQL and stacks, and
 * long ones get the full width.
 */
export function Attributes({ attributes, label, toolsOf }: AttributesProps) {
  const groups = groupAttributes(attributes)
  const count = groups.reduce((sum, group) => sum + group.attributes.length, 0)
  if (count === 0) return <p className="muted small">None.</p>
  return (
    <table className="attributes" aria-label={label}>
      {groups.map(group => (
        <tbody key={group.label}>
          {count > MAX_UNGROUPED && groups.length > 1 && (
            <tr>
              <th colSpan={2} scope="rowgroup" className="group">
                {group.label}
              </th>
            </tr>
          )}
          {group.attributes.map(([name, value]) => (
            <Attribute key={name} {...{ name, value, toolsOf }} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

interface AttributeProps extends Pick<AttributesProps, 'toolsOf'> {
  readonly name: string
  readonly value: string
}

function Attribute({ name, value, toolsOf }: AttributeProps) {
  if (value.includes('\n') || value.length > WIDE_VALUE_CHARS) {
    return (
      <tr>
        <td colSpan={2}>
          <details open>
            <summary>{name}</summary>
            <pre className={value.includes('\n') ? undefined : 'break'}>{value}</pre>
          </details>
          {toolsOf?.(name, value)}
        </td>
      </tr>
    )
  }
  return (
    <tr>
      <th scope="row">{breakable(name)}</th>
      <td>
        {value === '' ? <span className="muted">(empty)</span> : breakable(value)}
        {toolsOf?.(name, value)}
      </td>
    </tr>
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
