import { CopyButton } from './copy-button.tsx'

interface CopyableProps {
  readonly value: string
  readonly what: string
  /** Where the value leads, by a plain link. */
  readonly href?: string
}

/** A value to copy, with a copy button if scripts run; without them a click selects it, if it leads nowhere. */
export function Copyable({ value, what, href }: CopyableProps) {
  return (
    <span className="copyable">
      {href === undefined ? (
        <code>{value}</code>
      ) : (
        <a href={href}>
          <code>{value}</code>
        </a>
      )}
      <CopyButton value={value} what={what} />
    </span>
  )
}
