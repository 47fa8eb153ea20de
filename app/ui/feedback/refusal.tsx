/** Says why a form was refused; nothing if it was not. */
export function Refusal({ why }: { readonly why: string | undefined }) {
  if (!why) return null
  return (
    <p role="alert" className="notice bad-notice">
      {why}
    </p>
  )
}
