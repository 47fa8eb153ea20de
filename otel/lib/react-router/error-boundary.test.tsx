import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, data, type RouteObject, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

async function shown(thrown: unknown, basename = '/'): Promise<string> {
  const loader = () => {
    throw thrown
  }
  const routes: RouteObject[] = [{ path: '/', ErrorBoundary, children: [{ path: 'cart', loader }] }]
  const { query, dataRoutes } = createStaticHandler(routes, { basename })
  const context = await query(new Request(`http://shop.example${basename === '/' ? '' : basename}/cart`))
  if (context instanceof Response) throw new Error('answered without a page')
  const router = createStaticRouter(dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

test.each([
  [data('gone for good', { status: 404 }), '404 Not Found'],
  [data(null, { status: 410 }), '410 Gone'],
  [data(null, { status: 499 }), '499'],
  [data(null, { status: 404, statusText: 'No such cart' }), '404 No such cart'],
  [new Response(null, { status: 403, statusText: 'Forbidden' }), '403 Forbidden'],
])('what is no exception is called by its own status', async (thrown, title) => {
  expect(await shown(thrown)).toContain(`<h1>${title}</h1>`)
})

test('the way home leads to where the routes begin', async () => {
  expect(await shown(data(null, { status: 404 }), '/shop')).toContain('<a href="/shop">Home</a>')
  expect(await shown(new Error('lost'), '/shop')).toContain('<a href="/shop">Home</a>')
  expect(await shown(new Error('lost'))).toContain('<a href="/">Home</a>')
})
