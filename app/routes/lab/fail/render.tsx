import { useLocation } from 'react-router'
import { sayInSearch } from '../error-message.ts'

export default function RenderCase() {
  const { search } = useLocation()
  throw new Error(sayInSearch(search, 'The lab broke this component'))
}
