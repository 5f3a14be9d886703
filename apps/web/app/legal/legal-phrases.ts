/** What stands in legal texts for the operator's settings, where it is more than their value. */
interface LegalPhrases {
  /** Who runs the installation, where no name is set. */
  operator: string;
  contact(reach: string): string;
  law(country: string | undefined): string;
  processors(named: string | undefined): string;
  /** What a table is called that is read aloud. */
  table: string;
}

const en: LegalPhrases = {
  operator: 'the operator of this installation',
  contact: (reach) => `Contact: ${reach}.`,
  law: (country) =>
    country
      ? `The law of ${country} applies, without its rules on conflicts of laws and without the United Nations Convention on Contracts for the International Sale of Goods. For disputes with merchants and public bodies the courts at the seat of {{operator}} in ${country} decide.`
      : 'The law of the place where {{operator}} has its seat applies, without its rules on conflicts of laws and without the United Nations Convention on Contracts for the International Sale of Goods. For disputes with merchants and public bodies the courts of that place decide.',
  processors: (named) =>
    named
      ? `Those who process data for {{operator}}, and see it only as far as their task needs: ${named}.`
      : '{{operator}} has named nobody who processes data for it, such as a provider of machines, backups or mail. If it uses any, it names them on request.',
  table: 'Table',
};

// The translations define the operator once and then use a word that can be declined, as a name cannot.
const seat = (country: string | undefined) => (country ? ` (${country})` : '');
const translated: Record<string, LegalPhrases> = {
  de: {
    operator: 'die Person oder Organisation, die sie bereitstellt',
    contact: (reach) => `Kontakt: ${reach}.`,
    law: (country) =>
      `Es gilt das Recht des Staates, in dem der Betreiber seinen Sitz hat${seat(country)}, unter Ausschluss des Kollisionsrechts und des UN-Kaufrechts (CISG). Für Streitigkeiten mit Kaufleuten und juristischen Personen des öffentlichen Rechts sind die Gerichte am Sitz des Betreibers zuständig.`,
    processors: (named) =>
      named
        ? `Folgende Dienstleister verarbeiten Daten für den Betreiber und sehen sie nur, soweit ihre Aufgabe es erfordert: ${named}.`
        : 'Der Betreiber hat keine Dienstleister angegeben, die Daten für ihn verarbeiten, etwa für Server, Sicherungen oder E-Mail. Setzt er welche ein, nennt er sie auf Anfrage.',
    table: 'Tabelle',
  },
  fr: {
    operator: 'la personne ou l’organisation qui la met à disposition',
    contact: (reach) => `Contact : ${reach}.`,
    law: (country) =>
      `Le droit applicable est celui de l’État où l’exploitant a son siège${seat(country)}, à l’exclusion de ses règles de conflit de lois et de la Convention des Nations Unies sur les contrats de vente internationale de marchandises. Les litiges avec des commerçants et des personnes publiques relèvent des tribunaux du siège de l’exploitant.`,
    processors: (named) =>
      named
        ? `Les prestataires suivants traitent des données pour le compte de l’exploitant et n’y accèdent que dans la mesure nécessaire à leur mission : ${named}.`
        : 'L’exploitant n’a indiqué aucun prestataire traitant des données pour son compte (serveurs, sauvegardes, messagerie). S’il en emploie, il les nomme sur demande.',
    table: 'Tableau',
  },
  es: {
    operator: 'la persona u organización que la ofrece',
    contact: (reach) => `Contacto: ${reach}.`,
    law: (country) =>
      `Se aplica el derecho del Estado en el que el operador tiene su sede${seat(country)}, con exclusión de sus normas de conflicto de leyes y de la Convención de las Naciones Unidas sobre los Contratos de Compraventa Internacional de Mercaderías. De los litigios con comerciantes y organismos públicos conocen los tribunales de la sede del operador.`,
    processors: (named) =>
      named
        ? `Los siguientes proveedores tratan datos por cuenta del operador y solo acceden a ellos en la medida en que su tarea lo exige: ${named}.`
        : 'El operador no ha indicado ningún proveedor que trate datos por su cuenta (servidores, copias de seguridad, correo). Si emplea alguno, lo comunica a quien lo solicite.',
    table: 'Tabla',
  },
};

export const legalPhrases = (language: string): LegalPhrases =>
  translated[language.split('-')[0] ?? ''] ?? en;
