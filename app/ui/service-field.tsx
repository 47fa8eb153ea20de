interface ServiceFieldProps {
  readonly services: readonly string[]
  /** `''` for any. */
  readonly chosen: string
}

/** The field of a filter form that chooses a service. */
export function ServiceField({ services, chosen }: ServiceFieldProps) {
  // One that is chosen but sent nothing lately must not vanish from the list.
  const names = chosen === '' || services.includes(chosen) ? services : [chosen, ...services]
  return (
    <label>
      Service
      <select name="service" defaultValue={chosen}>
        <option value="">any</option>
        {names.map(name => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
