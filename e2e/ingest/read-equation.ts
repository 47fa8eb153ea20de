/** Numbers of spans, log records and data points, by the label of a row. */
type ItemCountsByLabel = ReadonlyMap<string, Numbers>

interface Numbers {
  readonly spans: number
  readonly logs: number
  readonly points: number
}

export interface ShownAccounting {
  readonly rows: ItemCountsByLabel
  /** The text below the table. */
  readonly text: string
}

/** Reads from the status page what became of everything acknowledged in the last hour. */
export async function readShownAccounting(deskUrl: string): Promise<ShownAccounting> {
  const html = await (await fetch(`${deskUrl}/status`)).text()
  const [, section = ''] = / id="went">(.*?) id="dropped">/s.exec(html) ?? []
  const [, equation = '', below = ''] = /^(.*?<\/table>)(.*)$/s.exec(section) ?? []
  const all = [
    ...section.matchAll(/<th scope="row">(.*?)<\/th><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td><td[^>]*>(.*?)<\/td>/gs),
  ]
  const rows = all.map(([, name = '', spans = '', logs = '', points = '']): [string, Numbers] => [
    textOf(name.replace(/<span class="beside">.*?<\/span>/s, '')).replace(/^[=+] /, ''),
    { spans: numberOf(spans), logs: numberOf(logs), points: numberOf(points) },
  ])
  return { rows: new Map(rows), text: equation === '' ? section : textOf(below) }
}

const textOf = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]*>|\u00ad/gs, '').trim()
const numberOf = (html: string) => Number(textOf(html).replaceAll(',', '').replace('−', '-'))
