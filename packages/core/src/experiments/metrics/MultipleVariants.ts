/** The label of entities exposed to more than one variant. */
export const multipleVariants = "$multiple"
