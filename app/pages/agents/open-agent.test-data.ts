import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Store } from '../../../store/store.ts'
import { openApi } from '../../api/open-api.test-data.ts'
import { answerMcp } from './answer-mcp.server.ts'

interface AgentOptions extends NonNullable<Parameters<typeof openApi>[1]> {
  /** `auto` agrees on the newest revision, `legacy` on one of 2025. @default 'auto' */
  readonly mode?: 'auto' | 'legacy'
  readonly token?: string
  /** @default of its own */
  readonly api?: ReturnType<typeof openApi>
}

/** An answer of a tool. */
export interface ToolAnswer {
  readonly text: string
  readonly structured: Readonly<Record<string, unknown>>
  readonly isError: boolean
}

/** A client of the protocol, at a desk on a store. */
export async function openAgent(
  store: Store,
  { mode = 'auto', token, api = openApi(store), ...options }: AgentOptions = {},
) {
  const desk = Object.keys(options).length === 0 ? api : openApi(store, options)
  const transport = new StreamableHTTPClientTransport(new URL('http://desk/mcp'), {
    fetch: async (url, init) => {
      const request = new Request(url, init)
      return answerMcp({ request, context: desk.createContext(), url: new URL(request.url) })
    },
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  })
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: { ...args } })
      const [first] = content
      return {
        text: first?.type === 'text' ? first.text : '',
        structured: { ...(structuredContent as Readonly<Record<string, unknown>> | undefined) },
        isError,
      }
    },
    async [Symbol.asyncDispose]() {
      await client.close()
    },
  }
}
