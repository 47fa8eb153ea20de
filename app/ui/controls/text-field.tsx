import type { InputHTMLAttributes } from 'react'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly name: string
  /** Why the last value was refused. */
  readonly fault?: string | undefined
  /** What the value is for or how it must be. */
  readonly hint?: string
}

/** A labelled text field of a form that changes something. */
export function TextField({ label, name, fault, hint, ...attributes }: TextFieldProps) {
  const describedBy = [hint && `hint-${name}`, fault && `fault-${name}`].filter(Boolean).join(' ')
  return (
    <div className={fault === undefined ? 'field' : 'field invalid'}>
      <label>
        <span>{label}</span>
        <input
          type="text"
          name={name}
          {...attributes}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={describedBy || undefined}
        />
      </label>
      {hint && (
        <p id={`hint-${name}`} className="muted small">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`fault-${name}`} className="fault">
          {fault}
        </p>
      )}
    </div>
  )
}
