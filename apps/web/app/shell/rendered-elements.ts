import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

export type RenderedElement = ReactElement<Record<string, unknown>>;

/** The elements that a component of the router's gave, without the fragments around them. */
export function elementsOf(node: ReactNode): RenderedElement[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<Record<string, unknown>>(child)) return [];
    return child.type === Fragment ? elementsOf(child.props.children as ReactNode) : [child];
  });
}
