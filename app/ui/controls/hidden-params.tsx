/** Hidden inputs for URL parameters that a form does not ask for but must keep. */
export function HiddenParams({ params }: { readonly params: URLSearchParams }) {
  return [...params].map(([name, value], index) => (
    // A name may stand there twice, and nothing else tells them apart.
    // biome-ignore lint/suspicious/noArrayIndexKey: as said
    <input key={`${name} ${index}`} type="hidden" name={name} value={value} />
  ))
}
