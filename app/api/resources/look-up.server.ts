import { z } from 'zod'
import { lookUp } from '../../parts/look-up/look-up.server.ts'
import { parseLookUp } from '../../url/look-up.ts'
import { defineOperation } from '../define/operation.ts'
import { page } from '../define/values.ts'

const MAX_TEXT_CHARS = 2_000

export const lookUpOperation = defineOperation({
  ...{ id: 'lookUp', method: 'GET', path: '/look-up', permission: 'viewer', tag: 'Look-up' },
  summary: 'Tells what a pasted text stands for',
  description:
    'A digest, an id of a trace, span, issue, session or user, a header or a line of a log with one, or words.',
  params: z.object({}),
  query: z.strictObject({
    text: z.string().trim().min(1).max(MAX_TEXT_CHARS).meta({ description: 'As it was copied from somewhere.' }),
  }),
  answer: z
    .object({
      kind: z.string().meta({
        description:
          'session, trace, issue, user, span, digest, or search where nothing is known by it; more may come.',
      }),
      id: z.string().meta({ description: 'Empty for a search.' }),
      page,
    })
    .meta({ id: 'FoundThing' }),
  async run(asked, { query: { text } }) {
    const { kind, id, page } = await asked.ask(lookUp, parseLookUp(text))
    return { kind, id, page }
  },
})
