import type { InputHTMLAttributes, ReactNode } from 'react'

interface FormFieldProps {
  readonly label: string
  readonly name: string
  /** Why the last value was refused. */
  readonly fault?: string | undefined
  /** What the value is for or how it must be. */
  readonly hint?: string | undefined
  readonly className?: string
  /** The control, which gets the attributes that mark it and refer to the hint and the fault. */
  readonly children: (mark: FieldMark) => ReactNode
}

interface FieldMark {
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A labelled control of a form that changes something, with its hint and why it was refused. */
export function FormField({ label, name, fault, hint, className = '', children }: FormFieldProps) {
  const describedBy = [hint && `hint-${name}`, fault && `fault-${name}`].filter(Boolean).join(' ')
  return (
    <div className={`field ${fault === undefined ? '' : 'invalid'} ${className}`}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: children draw the control */}
      <label>
        <span>{label}</span>
        {children({
          'aria-invalid': fault === undefined ? undefined : true,
          'aria-describedby': describedBy || undefined,
        })}
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

type TextFieldProps = Pick<FormFieldProps, 'label' | 'name' | 'fault' | 'hint'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'children'>

/** A labelled text field of a form that changes something. */
export function TextField({ label, name, fault, hint, ...attributes }: TextFieldProps) {
  return (
    <FormField label={label} name={name} fault={fault} hint={hint}>
      {mark => <input type="text" name={name} {...attributes} {...mark} />}
    </FormField>
  )
}
