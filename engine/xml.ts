/** Elements by name; several with one name are a list. */
export interface Elements {
  readonly [name: string]: string | number | Elements | readonly (string | Elements)[]
}

/** A ClickHouse configuration. */
export function toXml(name: string, content: string | number | Elements): string {
  const inner =
    typeof content === 'object'
      ? Object.entries(content).flatMap(([child, value]) =>
          (Array.isArray(value) ? value : [value]).map(each => toXml(child, each)),
        )
      : [escapeXml(String(content))]
  return `<${name}>${inner.join('')}</${name}>\n`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
