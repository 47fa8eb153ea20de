import { useLocation } from 'react-router'
import { sayInSearch } from '../said.ts'

export default function RenderCase() {
  const { search } = useLocation()
  throw new Error(sayInSearch(search, 'The lab broke this component'))
}
