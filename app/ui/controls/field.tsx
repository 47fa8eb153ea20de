import type { InputHTMLAttributes, ReactNode } from 'react'
import type { InvalidFilter } from '../../url/codec.ts'

interface FieldProps {
  readonly param: string
  readonly filterErrors: readonly InvalidFilter[]
  readonly className?: string
  /** True if the page's alert has the message: see `InvalidFilters`. @default false */
  readonly inAlert?: boolean
  /** The label and control, which gets the attributes that mark it and refer to the message. */
  readonly children: (mark: InvalidFieldProps, input: string | undefined) => ReactNode
}

interface InvalidFieldProps {
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

/** A field of a filter form; an invalid one is marked, with the reason beside it or in the page's alert. */
export function FilterField({ param, filterErrors, className = '', inAlert = false, children }: FieldProps) {
  const fault = filterErrors.find(of => of.param === param)
  if (fault === undefined) return <div className={`field ${className}`}>{children({}, undefined)}</div>
  const id = fieldErrorId(param)
  return (
    <div className={`field invalid ${className}`}>
      {children({ 'aria-invalid': true, 'aria-describedby': id }, fault.input)}
      {!inAlert && (
        <p id={id} className="fault">
          {fault.message}
        </p>
      )}
    </div>
  )
}

/** Id of the message about a parameter. */
export const fieldErrorId = (param: string) => `fault-${param}`

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'defaultValue' | 'value'> {
  readonly label: string
  readonly param: string
  readonly value: string
  readonly filterErrors: readonly InvalidFilter[]
  readonly inAlert?: boolean
}

/** A text field, which keeps invalid input. */
export function FilterTextField({ label, param, value, filterErrors, inAlert = false, ...attributes }: TextFieldProps) {
  return (
    <FilterField param={param} filterErrors={filterErrors} inAlert={inAlert}>
      {(mark, input) => (
        <label>
          <span>{label}</span>
          <input type="text" name={param} defaultValue={input ?? value} {...attributes} {...mark} />
        </label>
      )}
    </FilterField>
  )
}
