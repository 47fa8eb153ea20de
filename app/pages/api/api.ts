import { answerApi } from '../../api/answer.server.ts'
import type { Route } from './+types/api.ts'

/** The HTTP API: docs/api.md. */
export const loader = (args: Route.LoaderArgs): Promise<Response> => answerApi(args)

export const action = (args: Route.ActionArgs): Promise<Response> => answerApi(args)
