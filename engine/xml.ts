/** Elements by name; several with one name are a list. */
export interface XmlElements {
  readonly [name: string]: string | number | XmlElements | readonly (string | XmlElements)[]
}

/** A ClickHouse configuration. */
export function writeClickHouseXml(name: string, content: string | number | XmlElements): string {
  const inner =
    typeof content === 'object'
      ? Object.entries(content).flatMap(([child, value]) =>
          (Array.isArray(value) ? value : [value]).map(each => writeClickHouseXml(child, each)),
        )
      : [escapeXml(String(content))]
  return `<${name}>${inner.join('')}</${name}>\n`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
