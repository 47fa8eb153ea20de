import { setTimeout as wait } from 'node:timers/promises'
import { createContext, type LoaderFunctionArgs, type MiddlewareFunction, useLoaderData } from 'react-router'

const shopContext = createContext<string>()

export const middleware: MiddlewareFunction<Response>[] = [
  async function openShop({ context }, next) {
    context.set(shopContext, 'The corner shop')
    return await next()
  },
]

/** One wait, as for a database that answers within two milliseconds. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  await wait(2)
  const products = Array.from({ length: params['category'] === 'all' ? 120 : 40 }, (_, i) => ({
    id: i,
    name: `Product ${i} of ${params['category']}`,
    price: `${(i * 37) % 100}.90`,
    text: 'Made by hand from what grows nearby; keeps for a week in a cool place.',
  }))
  return { shop: context.get(shopContext), category: params['category'], products }
}

/** Forty products of five elements each, or a hundred and twenty. */
export default function Products() {
  const { shop, category, products } = useLoaderData<typeof loader>()
  return (
    <main>
      <title>{`${category} · ${shop}`}</title>
      <h1>{category}</h1>
      <ul>
        {products.map(product => (
          <li key={product.id}>
            <h2>{product.name}</h2>
            <p>{product.text}</p>
            <b>{product.price}</b>
            <a href={`/shop/${category}/${product.id}`}>See it</a>
          </li>
        ))}
      </ul>
    </main>
  )
}
