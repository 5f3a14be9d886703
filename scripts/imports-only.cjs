// Babel configuration for dependency-cruiser, which cannot use the native TypeScript: reads TypeScript and leaves
// of each module only what it imports. What is imported when it runs stays an import; what is imported as a type, and is
// gone when Node runs the file, becomes a `require`, which no module of ours has: rules tell the two apart by that.

/** @param {{ types: any }} babel */
const importsOnly = ({ types }) => ({
  /** @type {(code: string, options: any, parse: (code: string, options: any) => any) => any} */
  parserOverride(code, options, parse) {
    const plugins = /\.[jt]sx$/.test(options.sourceFileName) ? ['typescript', 'jsx'] : ['typescript'];
    return parse(code, { ...options, sourceType: 'unambiguous', plugins });
  },
  visitor: {
    /** @param {any} program */
    Program(program) {
      /** @type {any[]} */
      const kept = [];
      for (const statement of program.node.body) {
        const isType = statement.importKind === 'type' || statement.exportKind === 'type';
        const specifiers = statement.specifiers ?? [];
        const isOnlyTypes =
          specifiers.length > 0 &&
          specifiers.every(
            (/** @type {any} */ each) => each.importKind === 'type' || each.exportKind === 'type',
          );
        if (!statement.source) continue;
        const from = types.stringLiteral(statement.source.value);
        kept.push(
          isType || isOnlyTypes
            ? types.expressionStatement(types.callExpression(types.identifier('require'), [from]))
            : types.importDeclaration([], from),
        );
      }
      program.traverse({
        /** @param {any} path */
        CallExpression({ node }) {
          const [first] = node.arguments;
          if (node.callee.type === 'Import' && first?.type === 'StringLiteral') {
            kept.push(
              types.expressionStatement(
                types.callExpression(types.import(), [types.stringLiteral(first.value)]),
              ),
            );
          }
        },
        /** @param {any} path */
        ImportExpression({ node }) {
          if (node.source.type === 'StringLiteral') {
            kept.push(
              types.expressionStatement(
                types.callExpression(types.import(), [types.stringLiteral(node.source.value)]),
              ),
            );
          }
        },
      });
      program.node.body = kept;
      program.stop();
    },
  },
});

module.exports = { plugins: [importsOnly] };
