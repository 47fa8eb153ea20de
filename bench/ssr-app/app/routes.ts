import { type RouteConfig, route } from '@react-router/dev/routes'

export default [route('shop/:category', 'routes/products.tsx')] satisfies RouteConfig
